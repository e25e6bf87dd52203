import type { ServerModuleFactory } from '../../platform/module.ts'
import { approvalRoutes } from './approvals.routes.ts'
import { approvalSweep } from './approvals.sweep.ts'

export { approvalRoutes } from './approvals.routes.ts'
export {
  approvalApplies,
  approvalOf,
  approvalStanding,
  askApproval,
  decideApproval,
  decideFor,
  dropApproval,
} from './approvals.service.ts'
export { approvalsHeld } from './approvals-held.repo.ts'
export { approvalSweep } from './approvals.sweep.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: approvalRoutes,
  sweeps: () => [approvalSweep],
})
