import { isRandomMac } from '../../../platform/mac-address.ts'

/** `a2:b3:…`, `a2-b3-…`; Cisco's `a2b3.c4d5.e6f7`, Huawei's and H3C's `a2b3-c4d5-e6f7`. */
const macs =
  /(?<![\da-f])(?<!\b[\da-f]{1,4}[:.-])(?:[\da-f]{2}(?:(:[\da-f]{2}){5}|(-[\da-f]{2}){5})|[\da-f]{4}(?:(\.[\da-f]{4}){2}|(-[\da-f]{4}){2}))(?![\da-f:-]|\.[\da-f])/gi

/**
 * Devices log their clients. Random addresses belong to phones of guests, of which only counts are kept (operations.md §2):
 * their second half is not stored.
 */
export const withoutRandomMacs = (text: string): string =>
  text.replaceAll(macs, (mac) => {
    // Group addresses belong to nobody.
    const isGroup = (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1
    return isRandomMac(mac) && !isGroup ? hidden(mac) : mac
  })

function hidden(mac: string): string {
  let digits = 0
  return mac.replaceAll(/[\da-f]/gi, (digit) => (++digits > 6 ? '*' : digit))
}
