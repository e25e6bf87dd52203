/** A user agent in words; null for an unknown part. */
export interface BrowserWords {
  browser: string | null
  system: string | null
}

/** Order matters: a browser based on another names both. */
const browsers: readonly [RegExp, string][] = [
  [/\bMicroMessenger\/(\d+)/, 'WeChat'],
  [/\bwxwork\/(\d+)/, 'WeCom'],
  [/\bDingTalk\/(\d+)/, 'DingTalk'],
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/\b(?:OPR|OPiOS)\/(\d+)/, 'Opera'],
  [/\b(?:QQBrowser|MQQBrowser)\/(\d+)/, 'QQ Browser'],
  [/\bUCBrowser\/(\d+)/, 'UC Browser'],
  [/\bMiuiBrowser\/(\d+)/, 'Mi Browser'],
  [/\bHuaweiBrowser\/(\d+)/, 'Huawei Browser'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)(?:\.\d+)*.*\bSafari\//, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
  [/^node\b/, 'Node.js'],
]

const systems: readonly [RegExp, string][] = [
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function browserWords(userAgent: string): BrowserWords {
  const found = browsers.find(([pattern]) => pattern.test(userAgent))
  const version = found?.[0].exec(userAgent)?.[1]
  return {
    browser: found === undefined ? null : version === undefined ? found[1] : `${found[1]} ${version}`,
    system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
  }
}
