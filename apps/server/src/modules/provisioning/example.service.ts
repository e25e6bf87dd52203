import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { exampleRepo } from './example.repo.ts'
import { ownedTemplate } from './owned-template.ts'

type Api = typeof provisioningApi

/** One gateway that a template would be for, with the values of its variables. */
export function exampleGateway(
  ctx: SeveralTransactions,
  { templateId, selector }: InputOf<Api['exampleGateway']>,
): Promise<OutputOf<Api['exampleGateway']>> {
  const find = async (inside: RequestContext) => {
    const found = await exampleRepo.find(inside, selector)
    if (!found) return { gateway: null }
    const { id, name, root, variables, company_name: companyName, outlet_name: outletName } = found
    return { gateway: { deviceId: id, name, root, variables, companyName, outletName } }
  }
  return templateId === undefined
    ? ctx.inTransaction(null, find)
    : inSubjectCompany(ctx, ownedTemplate(templateId), find)
}
