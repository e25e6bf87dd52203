import { gatewayModels } from '../gateway/models.ts'
import type { DemoConsole } from './console.ts'

/** What the MSP has published to its customers: one that a firmware fixes, and one that nothing fixes yet. */
export async function publishAdvisories(msp: DemoConsole): Promise<void> {
  const { total } = await msp.call('POST /monitor/api/v1/advisory/lists', { pageSize: 1 })
  if (total > 0) return
  const lanyon = gatewayModels['lanyon-lr200']
  const korvus = gatewayModels['korvus-edge1']
  await msp.call('POST /monitor/api/v1/advisory', {
    code: 'LN-SA-2026-07',
    title: '管理页面可绕过登录',
    vendor: lanyon.manufacturer,
    models: [lanyon.modelName],
    fixedVersion: '4.3.0',
    severity: 'critical',
    cvss: 9.1,
    publishedOn: '2026-10-12',
    note: '升级前请勿在互联网侧开放管理页面。',
  })
  await msp.call('POST /monitor/api/v1/advisory', {
    code: 'KT-2026-011',
    title: '特定 DHCP 报文可导致设备重启',
    vendor: korvus.manufacturer,
    lastVersion: korvus.softwareVersion,
    severity: 'medium',
    cvss: 5.3,
    publishedOn: '2026-11-03',
  })
}
