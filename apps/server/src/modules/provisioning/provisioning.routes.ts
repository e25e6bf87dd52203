import {
  type Endpoint,
  type InputOf,
  type OutputOf,
  provisioningAboveApi,
  provisioningApi,
  provisioningReadApi,
  provisioningRolloutApi,
} from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  acceptTemplate,
  getTemplateAbove,
  pageTemplatesAbove,
  refuseTemplate,
} from './inherited-templates.service.ts'
import {
  configurationSummary,
  getConfiguration,
  provisionDevice,
  suggestParameters,
} from './configuration.service.ts'
import { exampleGateway } from './example.service.ts'
import { outletTemplates } from './outlet-templates.service.ts'
import { ownedTemplate } from './owned-template.ts'
import { getPreview, previewTemplate, startPreview } from './preview.service.ts'
import { getReads, readForPreview } from './reads.service.ts'
import { finishRollout, getRollout, pageRollout, revertRollout, startRollout } from './rollouts.service.ts'
import { deleteSecret, listSecrets, putSecret } from './secrets.service.ts'
import { askTemplateApproval } from './template-approval.ts'
import {
  applyTemplate,
  countRemovals,
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  pageMatching,
  pageTemplates,
  withdrawTemplate,
} from './templates.service.ts'

export function provisioningRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, provisioningApi.pageTemplates, (ctx, query) => pageTemplates(ctx, query))
  ofTemplate(app, provisioningApi.getTemplate, getTemplate)
  ofTemplate(app, provisioningApi.pageMatching, pageMatching)
  route(app, provisioningApi.createTemplate, (ctx, input) => createTemplate(ctx, input))
  ofTemplate(app, provisioningApi.editTemplate, editTemplate)
  ofTemplate(app, provisioningApi.applyTemplate, applyTemplate)
  ofTemplate(app, provisioningApi.askTemplateApproval, askTemplateApproval)
  ofTemplate(app, provisioningApi.withdrawTemplate, withdrawTemplate)
  ofTemplate(app, provisioningApi.deleteTemplate, deleteTemplate)
  ofTemplate(app, provisioningApi.previewTemplate, previewTemplate)
  ofTemplate(app, provisioningApi.countRemovals, countRemovals)
  ofTemplate(app, provisioningApi.startPreview, startPreview)
  ofTemplate(app, provisioningApi.getPreview, getPreview)
  routeInSteps(app, provisioningReadApi.readForPreview, (ctx, input) => readForPreview(ctx, input))
  ofTemplate(app, provisioningReadApi.getReads, getReads)
  ofTemplate(app, provisioningRolloutApi.startRollout, startRollout)
  ofTemplate(app, provisioningRolloutApi.getRollout, getRollout)
  ofTemplate(app, provisioningRolloutApi.pageRollout, pageRollout)
  ofTemplate(app, provisioningRolloutApi.finishRollout, finishRollout)
  ofTemplate(app, provisioningRolloutApi.revertRollout, revertRollout)
  route(app, provisioningAboveApi.pageTemplatesAbove, (ctx, input) => pageTemplatesAbove(ctx, input))
  route(app, provisioningAboveApi.getTemplateAbove, (ctx, input) => getTemplateAbove(ctx, input))
  route(app, provisioningAboveApi.acceptTemplate, (ctx, input) => acceptTemplate(ctx, input))
  route(app, provisioningAboveApi.refuseTemplate, (ctx, input) => refuseTemplate(ctx, input))
  routeInSteps(app, provisioningApi.exampleGateway, (ctx, input) => exampleGateway(ctx, input))
  route(app, provisioningApi.outletTemplates, (ctx, input) => outletTemplates(ctx, input))
  route(app, provisioningApi.configurationSummary, (ctx) => configurationSummary(ctx))
  route(app, provisioningApi.suggestParameters, (ctx, input) => suggestParameters(ctx, input))
  route(app, provisioningApi.getConfiguration, (ctx, input) => getConfiguration(ctx, input))
  routeInSteps(app, provisioningApi.provisionDevice, (ctx, input) => provisionDevice(ctx, input))
  routeInSteps(app, provisioningApi.listSecrets, (ctx, { templateId }) =>
    templateId === undefined
      ? ctx.inTransaction(null, listSecrets)
      : inSubjectCompany(ctx, ownedTemplate(templateId), listSecrets),
  )
  route(app, provisioningApi.putSecret, (ctx, input) => putSecret(ctx, input, secrets))
  route(app, provisioningApi.deleteSecret, (ctx, input) => deleteSecret(ctx, input))
}

/** An endpoint about one template, which may belong to a company below. */
function ofTemplate<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (ctx: RequestContext, input: InputOf<E>) => Promise<OutputOf<E>>,
): void {
  routeInSteps(app, endpoint, (ctx, input) => {
    const { templateId } = input as { templateId: string }
    return inSubjectCompany(ctx, ownedTemplate(templateId), (inside) => handler(inside, input))
  })
}
