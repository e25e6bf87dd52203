import { expect, test } from 'vitest'
import { defaultPreferences } from './default-preferences.ts'
import { changeSettings, readSettings, resetSettings, shellSettings } from './shell-settings.ts'

test('the defaults are those of the specification, §9, and of §4 for the device type', () => {
  expect(defaultPreferences).toEqual({
    language: 'zh',
    device: 'desktop',
    size: 'default',
    sidebar: 'opened',
    layout: 'left',
    theme: 'dark',
    contentTheme: 'system',
    settingsPanel: true,
    tagsView: true,
    fixedHeader: false,
    sidebarLogo: true,
  })
})

const defaults = {
  layout: 'left',
  theme: 'dark',
  settingsPanel: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
}

test.each([
  [null, {}],
  ['text', {}],
  [{ layout: 'right', tagsView: 'no' }, {}],
  [
    { layout: 'top', fixedHeader: true },
    { layout: 'top', fixedHeader: true },
  ],
])('of the stored %o only what is a choice counts', (stored, expected) => {
  expect(readSettings(stored)).toEqual({ ...defaults, ...expected })
})

test('a reset brings the defaults back', ({ onTestFinished }) => {
  const root = { dataset: {} as Record<string, string> }
  globalThis.document = { documentElement: root } as unknown as Document
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'document')
  })
  changeSettings({ layout: 'top', sidebarLogo: false })
  expect(shellSettings.get()).toEqual({ ...defaults, layout: 'top', sidebarLogo: false })
  resetSettings()
  expect(shellSettings.get()).toEqual(defaults)
  expect(root.dataset).toEqual({ theme: 'light', size: 'default' })
})
