import { noticeTemplateApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { IntegrationDeps } from '../integrations/index.ts'
import {
  editNoticeTemplate,
  noticeTemplates,
  previewNoticeTemplate,
  resetNoticeTemplate,
  testNoticeTemplate,
} from './templates.service.ts'

export function noticeTemplateRoutes(app: App, deps: IntegrationDeps): void {
  routes(
    app,
    noticeTemplateApi,
    {
      noticeTemplates: (ctx) => noticeTemplates(ctx),
      editNoticeTemplate,
      resetNoticeTemplate,
      previewNoticeTemplate: (ctx, input) => previewNoticeTemplate(ctx, input, deps.publicUrl),
    },
    { testNoticeTemplate: (ctx, input) => testNoticeTemplate(ctx, input, deps) },
  )
}
