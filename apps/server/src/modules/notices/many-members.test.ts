import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { noticeRoutes } from './index.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((app) => noticeRoutes(app))
})
afterAll(() => t.stop())

test('a page of routes names all of their members, so that an edit loses none', async () => {
  const { id } = await t.company('company')
  const person = await t.person(id, 'administrator')
  await t.adminPool.query(
    `with p as (insert into person (home_company_id, user_name, display_name, password_hash)
       select $1, 'many' || n, 'Many ' || n, '' from generate_series(1, 600) n returning id, display_name)
     insert into member (company_id, person_id, os_id, display_name, department_id, search)
     select $1, p.id, m.os_id, p.display_name, m.department_id, '' from p, member m where m.person_id = $2`,
    [id, person.personId],
  )
  await t.adminPool.query(
    `insert into notice_route (company_id, name, events, member_ids, time_zone, edited_by)
     select $1, 'Route ' || g, '{raised}', array_agg(id), 'Asia/Shanghai', ''
     from (select id, ntile(3) over (order by id) as g from member where company_id = $1 and person_id <> $2) m group by g`,
    [id, person.personId],
  )
  const { items } = (await person.call('POST /api/v1/notice/route/lists', {})).data
  expect(items.map(({ members }) => members.length)).toEqual([200, 200, 200])
})
