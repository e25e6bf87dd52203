import { createHash } from 'node:crypto'
import type { InputOf, integrationApi } from '@netward/contract'
import type { RobotSettings } from './senders/robot.ts'

/** Where each vendor's address names the robot. */
const keyOf: Record<RobotSettings['vendor'], (url: URL) => string | null> = {
  wecom: ({ searchParams }) => searchParams.get('key'),
  dingtalk: ({ searchParams }) => searchParams.get('access_token'),
  feishu: ({ pathname }) => /\/hook\/([^/]+)/.exec(pathname)?.[1] ?? null,
  teams: ({ pathname }) => /\/workflows\/([^/]+)/.exec(pathname)?.[1] ?? null,
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

/** Hash of what an application is at its vendor; null: of other kinds. */
export function applicationHash({
  wecom,
  dingtalk,
  feishu,
}: Omit<InputOf<typeof integrationApi.addChannel>, 'name'>): Buffer | null {
  const parts = wecom
    ? ['wecom', wecom.apiBase, wecom.corpId, wecom.agentId]
    : dingtalk
      ? ['dingtalk', dingtalk.apiBase, dingtalk.clientId]
      : feishu && ['feishu', feishu.apiBase, feishu.appId]
  return parts === undefined ? null : createHash('sha256').update(JSON.stringify(parts)).digest()
}
