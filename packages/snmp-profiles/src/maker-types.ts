import type { DeviceType } from '@netward/contract/device-values'

/** What agents below these parts of the tree of enterprises are, where no profile says more. The longest prefix counts. */
const prefixes: Readonly<Partial<Record<DeviceType, string>>> = {
  switch: `
    21150 2356.16 43191 56166 8691.600 26866 43 45 207.1.4 207.1.14 211 248 266 738 1916 1991 2272 3181 3320 3709 3807 4329.6.1 4467 5624 5651 5833 6027 6141 6296
    6339 6486.800.1.1.2.1 6486.801 8550 8691.7 8886 9303 9304 10072 10297.202 10456 13464 16177 21839 26067 27514 27975
    28866 30005 33049 34592 35098 35265.1 36673 37072 37950 38477 40310 40418 44194 46242 50224 52642 54743 57695`,
  router: `
    164 177 193.218 272 332 1166 1286 1768 1795 1872 2007 2352 2356.11 2863 2879 3278 3955 4115 4130 4874 4998 5003 5504
    5842 6321.2 6527 7367 9694 10923 13191 15397 17163 20540 20992 23695 23867 24693 27304 29865 30803 34861 35424 36153
    38595 39406 39699 41916 42397 44641 45346 48690 54268`,
  firewall: '1369 3097 3996 9789 10704 11256 12532 14331 15227 20632 21067 31648 34774 42359 47565',
  security_gateway: '1230 3417 15497 25597 59732',
  wireless_ap: `
    161.19 193.81 193.223 6486.802 8000 207.1.13 637.54.1.10 2281 2356.13 2509 2925.100 3323 3373 3570 4458 5835 6247 7262 7571 8691.15 9967
    12140 12394 14179.9 14817 17713 21013 25651 25868 26928 28087 31926 32750 32761 33555 37069 39003 43356 47307 50495
    53058 57344 62821`,
  wireless_controller: '14525 15983',
}

let byPrefix: ReadonlyMap<string, DeviceType> | null = null

const read = () =>
  new Map(
    Object.entries(prefixes).flatMap(([type, text]) =>
      text
        .split(/\s+/)
        .flatMap((prefix): [string, DeviceType][] => (prefix === '' ? [] : [[prefix, type as DeviceType]])),
    ),
  )

/** The usual type of what has this sysObjectID; null where no part of the tree says. */
export function typeOfObjectId(oid: string): DeviceType | null {
  const root = '1.3.6.1.4.1.'
  if (!oid.startsWith(root)) return null
  byPrefix ??= read()
  for (let at = oid.slice(root.length); at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = byPrefix.get(at)
    if (found) return found
  }
  return null
}
