import { randomBytes } from 'node:crypto'
import type { BuiltInRole } from '@netward/contract'
import type { DemoConsole } from './console.ts'

/** Departments by path from the top, and users with their department. */
interface DemoPeople {
  readonly departments: readonly (readonly string[])[]
  readonly members: readonly {
    readonly userName: string
    readonly displayName: string
    readonly role: BuiltInRole
    readonly department: readonly string[]
  }[]
}

const demoPeople: Readonly<Record<string, DemoPeople>> = {
  beichen: {
    departments: [['运维部'], ['运维部', '网络组'], ['运维部', '值班组'], ['客户成功部'], ['仓储部']],
    members: [
      { userName: 'liu.yang', displayName: '刘洋', role: 'engineer', department: ['运维部', '网络组'] },
      { userName: 'sun.lei', displayName: '孙磊', role: 'engineer', department: ['运维部', '值班组'] },
      { userName: 'xu.jing', displayName: '徐静', role: 'management_layer', department: ['客户成功部'] },
    ],
  },
  yuelai: {
    departments: [
      ['总部'],
      ['总部', '信息技术部'],
      ['华东区'],
      ['华东区', '杭州'],
      ['华东区', '上海'],
      ['华东区', '南京'],
    ],
    members: [
      { userName: 'ma.chao', displayName: '马超', role: 'engineer', department: ['总部', '信息技术部'] },
      { userName: 'zhu.min', displayName: '朱敏', role: 'execution_layer', department: ['华东区', '杭州'] },
      { userName: 'hu.bin', displayName: '胡斌', role: 'execution_layer', department: ['华东区', '上海'] },
      { userName: 'gao.yan', displayName: '高燕', role: 'user_layer', department: ['华东区', '南京'] },
      { userName: 'lin.tao', displayName: '林涛', role: 'management_layer', department: ['总部'] },
    ],
  },
}

/** Departments and colleagues of a new company, created through its own console. */
export async function makePeople(inside: DemoConsole, companyCode: string): Promise<void> {
  const people = demoPeople[companyCode]
  if (people === undefined) return
  const [root] = await inside.call('GET /api/v1/auth/department', {})
  const ids = new Map([['', root?.id ?? '']])
  for (const way of people.departments) {
    const parentId = ids.get(way.slice(0, -1).join('/')) ?? ''
    const made = await inside.call('POST /api/v1/auth/department', { parentId, name: way.at(-1) ?? '' })
    ids.set(way.join('/'), made.departmentId)
  }
  for (const { department, ...member } of people.members) {
    const departmentId = ids.get(department.join('/'))
    await inside.call('POST /api/v1/auth/member', {
      ...member,
      password: `First-${randomBytes(4).toString('hex')}-1`,
      ...(departmentId !== undefined && { departmentId }),
    })
  }
}
