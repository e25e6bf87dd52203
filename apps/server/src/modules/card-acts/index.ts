import type { ServerModuleFactory } from '../../platform/module.ts'
import { directoryEventRoutes } from '../integrations/index.ts'
import { feishuCardRoutes } from './feishu-cards.routes.ts'
import { closeCardJob, takeWecomCardEvent } from './wecom-press.ts'

export { feishuCardRoutes } from './feishu-cards.routes.ts'
export { closeCardJob, takeWecomCardEvent } from './wecom-press.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ secrets, config }) => ({
  routes: (app) => {
    feishuCardRoutes(app, { secrets })
    // WeCom reports pressed buttons and changes of its contacts at one address.
    directoryEventRoutes(app, { secrets, takeCard: takeWecomCardEvent })
  },
  jobs: () => ({ 'card.close': closeCardJob({ secrets, outgoingRanges: config.outgoingRanges }) }),
})
