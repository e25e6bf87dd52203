import type { DemoConsole } from './console.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Tenants without gateways, for variety in the list: an MSP below an MSP, a trial, a frozen tenant. */
export async function makeQuietTenants(operator: DemoConsole, ids: Map<string, string>): Promise<void> {
  const beichen = ids.get('beichen')
  if (beichen === undefined || ids.has('beichen-hn')) return
  const branch = await operator.call('POST /api/v1/auth/tenant', {
    name: '北辰华南分公司',
    code: 'beichen-hn',
    kind: 'middleman',
    parentId: beichen,
    contactPerson: '梁海',
    contactPhone: '13800138021',
  })
  await operator.call('POST /api/v1/auth/tenant', {
    name: '蓝桥餐饮',
    code: 'lanqiao',
    kind: 'company',
    standing: 'trial',
    parentId: branch.companyId,
    contactPerson: '苏琪',
    contactMail: 'suqi@lanqiao.example',
  })
  const frozen = await operator.call('POST /api/v1/auth/tenant', {
    name: '华鼎建材',
    code: 'huading',
    kind: 'company',
    parentId: beichen,
    contractEndsAt: inDays(5),
    contactPerson: '丁峰',
    contactPhone: '13800138022',
  })
  await operator.call('POST /api/v1/auth/tenant/:companyId/freeze', {
    companyId: frozen.companyId,
    reason: '服务费逾期未付',
  })
}
