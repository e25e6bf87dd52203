import type { ServerModuleFactory } from '../../platform/module.ts'
import { auditPackRoutes } from './audit-packs.routes.ts'
import { auditPackRepo } from './audit-pack.repo.ts'
import { makePack } from './make-pack.ts'

export { auditPackRoutes } from './audit-packs.routes.ts'
export { makePack } from './make-pack.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: auditPackRoutes,
  jobs: () => ({ 'audit_pack.make': makePack }),
  sweeps: () => [
    { name: 'audit_pack.old', everySeconds: 86_400, run: ({ scopes }) => auditPackRepo.forgetOld(scopes) },
  ],
})
