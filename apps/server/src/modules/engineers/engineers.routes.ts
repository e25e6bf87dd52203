import { engineerApi, orderExternalApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  addCertificate,
  editCertificate,
  putCertificateFile,
  readCertificateFile,
  removeCertificate,
} from './certificates.service.ts'
import { getEngineer } from './engineers.service.ts'
import {
  addExternalEngineer,
  editExternalEngineer,
  pageExternalEngineers,
  removeExternalEngineer,
} from './external-engineers.service.ts'
import { orderExternal, setOrderExternal } from './order-externals.service.ts'

export function engineerRoutes(app: App): void {
  routes(
    app,
    engineerApi,
    {
      getEngineer,
      addCertificate,
      editCertificate,
      removeCertificate,
      readCertificateFile,
      pageExternalEngineers,
      addExternalEngineer,
      editExternalEngineer,
      removeExternalEngineer,
    },
    { putCertificateFile: (ctx, input, file) => putCertificateFile(ctx, input, file!, app.secrets) },
  )
  routes(app, orderExternalApi, { orderExternal }, { setOrderExternal })
}
