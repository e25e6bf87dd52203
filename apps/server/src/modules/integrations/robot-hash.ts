import { createHash } from 'node:crypto'
import type { RobotSettings } from './senders/robot.ts'

/** Where each vendor's address names the robot. */
const keyOf: Record<RobotSettings['vendor'], (url: URL) => string | null> = {
  wecom: ({ searchParams }) => searchParams.get('key'),
  dingtalk: ({ searchParams }) => searchParams.get('access_token'),
  feishu: ({ pathname }) => /\/hook\/([^/]+)/.exec(pathname)?.[1] ?? null,
}

/**
 * Hash of what the vendor knows a robot by, whatever else is in the address: channels with the same one share its limit. Of an
 * address that is not the vendor's form, as behind a relay, the whole address.
 */
export function robotHash(vendor: RobotSettings['vendor'], address: string): Buffer {
  const url = new URL(address)
  return createHash('sha256')
    .update(`${vendor} ${keyOf[vendor](url) ?? url.href}`)
    .digest()
}
