import type { DemoConsole } from './console.ts'

/** The MSP's engineer acts in one customer by name and in two as a group. */
export async function grantStaff(msp: DemoConsole, ids: ReadonlyMap<string, string>): Promise<void> {
  const made = await msp.call('POST /api/v1/auth/staff-grant/lists', { pageSize: 1 })
  if (made.total > 0) return
  const members = await msp.call('POST /api/v1/auth/staff-grant/choices', { of: 'members' })
  const memberOf = (name: string) => members.find((member) => member.name === name)?.value
  const [first, second] = [memberOf('陈志远'), memberOf('刘洋')]
  const of = (...codes: string[]) => codes.map((code) => ids.get(code)).filter((id) => id !== undefined)
  const { groupId } = await msp.call('POST /api/v1/auth/tenant-group', {
    name: '零售与制造',
    add: of('qinghe', 'haiyue'),
  })
  if (first !== undefined)
    await msp.call('POST /api/v1/auth/staff-grant', {
      memberId: first,
      role: 'engineer',
      companyIds: of('yuelai'),
      groupIds: [groupId],
    })
  if (second !== undefined)
    await msp.call('POST /api/v1/auth/staff-grant', {
      memberId: second,
      role: 'execution_layer',
      companyIds: of('yuelai'),
      expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    })
}
