import type { PermissionCode } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { roleRoutes } from '../roles/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => roleRoutes(app))
})
afterAll(() => t.stop())

const codes: PermissionCode[] = [
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  'DMS_SERVER_DEVICE_VIEW',
]

async function memberId({ personId }: TestPerson): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1',
    [personId],
  )
  return rows[0]!.id
}

test('refuses to rename, move or give roles to a person who holds more than the caller', async () => {
  const { id } = await t.company('company')
  const chief = await t.person(id, 'administrator')
  const root = (await chief.call('GET /api/v1/auth/department')).data[0]!.id
  const shop = (await chief.call('POST /api/v1/auth/department', { name: 'Shop', parentId: root })).data
    .departmentId
  const role = (await chief.call('POST /api/v1/auth/role', { name: 'Staff', codes, dataScope: 'company' }))
    .data.roleId
  const withRole = async () => {
    const person = await t.person(id, 'user_layer')
    await t.adminPool.query('update member_role set built_in = null, role_id = $2 where member_id = $1', [
      await memberId(person),
      role,
    ])
    return person
  }
  const [editor, peer] = [await withRole(), await withRole()]
  const [chiefId, editorId, peerId] = [await memberId(chief), await memberId(editor), await memberId(peer)]
  const edit = async (memberIdOf: string, roles: string[], departmentId = root) =>
    (
      await editor.call('PUT /api/v1/auth/member/:memberId', {
        memberId: memberIdOf,
        displayName: 'Renamed',
        roles,
        departmentId,
      })
    ).code
  expect(await edit(chiefId, ['administrator'])).toBe('permission.denied')
  expect(await edit(chiefId, ['administrator'], shop)).toBe('permission.denied')
  const batch = { memberIds: [chiefId, peerId], departmentId: shop }
  expect(await editor.call('POST /api/v1/auth/member/batch/move', batch)).toMatchObject({
    code: 50001,
    data: { accepted: 1 },
  })
  const give = { memberIds: [chiefId], give: [role], take: [] }
  expect((await editor.call('POST /api/v1/auth/member/batch/roles', give)).code).toBe(50002)
  // People who hold no more, and oneself, can be edited.
  expect(await edit(peerId, [role])).toBe(0)
  expect(await edit(editorId, [role])).toBe(0)
  const names = (await chief.call('POST /api/v1/auth/member/lists', { search: 'Renamed' })).data.items
  expect(names.map((one) => one.memberId).toSorted()).toEqual([peerId, editorId].toSorted())
})
