import { expect, test } from 'vitest'
import type { RequestContext } from './context.ts'
import { inSubjectCompany } from './in-subject-company.ts'

/** Transactions of somebody whose company is `own`; the companies entered are noted. */
function transactionsOf(own: string) {
  const entered: (string | null)[] = []
  return {
    entered,
    inTransaction: <T>(companyId: string | null, work: (ctx: RequestContext) => Promise<T>) => {
      entered.push(companyId)
      return work({ scope: { companyId: companyId ?? own } } as RequestContext)
    },
  }
}

const work = (inside: RequestContext) => Promise.resolve(inside.scope.companyId)

test.each([
  ['the own company is not entered again', '7', null, '7'],
  ['another company is entered', '9', '9', '9'],
])('%s', async (_rule, owner, entered, company) => {
  const ctx = transactionsOf('7')
  const subject = { owner: () => Promise.resolve(owner), missing: 'device.not_found' } as const
  expect(await inSubjectCompany(ctx, subject, work)).toBe(company)
  expect(ctx.entered).toEqual([null, entered])
})

test('a subject that the caller does not see is missing, and no company is entered', async () => {
  const ctx = transactionsOf('7')
  const subject = { owner: () => Promise.resolve(undefined), missing: 'line.not_found' } as const
  await expect(inSubjectCompany(ctx, subject, work)).rejects.toMatchObject({ code: 'line.not_found' })
  expect(ctx.entered).toEqual([null])
})
