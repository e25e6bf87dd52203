import type { ServerModuleFactory } from '../../platform/module.ts'
import { platformMailOf } from '../integrations/index.ts'
import { noticeJobs } from './notices.jobs.ts'
import { noticeRoutes } from './notices.routes.ts'
import { noticeTemplateRoutes } from './templates.routes.ts'
import { noticeSweeps } from './notices.sweeps.ts'
import { workNoticeSweep } from './work/work-notices.sweep.ts'

export { cardRepo, type PressedCard } from './cards/card.repo.ts'
export { makeNoticeLink } from './notice-links.service.ts'
export { noticeJobs } from './notices.jobs.ts'
export { noticeRoutes } from './notices.routes.ts'
export { noticeTemplateRoutes } from './templates.routes.ts'
export { routesHeld } from './routes-held.repo.ts'
export { noticeSweeps } from './notices.sweeps.ts'
export { workNoticeSweep } from './work/work-notices.sweep.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ secrets, config, messages }) => ({
  routes: (app) => {
    noticeRoutes(app)
    noticeTemplateRoutes(app, {
      secrets,
      publicUrl: config.publicUrl,
      outgoingRanges: config.outgoingRanges,
      platformMail: platformMailOf(config),
    })
  },
  jobs: () =>
    noticeJobs({
      secrets,
      publicUrl: config.publicUrl,
      outgoingRanges: config.outgoingRanges,
      platformMail: platformMailOf(config),
    }),
  sweeps: () => [...noticeSweeps, workNoticeSweep({ secrets, messages })],
})
