import { roleApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import * as publishing from './publishing.service.ts'
import * as roleExport from './role-export.service.ts'
import * as roleWriting from './role-writing.service.ts'
import * as roles from './roles.service.ts'
import * as why from './why.service.ts'

export function roleRoutes(app: App): void {
  routes(app, roleApi, {
    ...publishing,
    ...roleExport,
    ...roleWriting,
    ...roles,
    ...why,
  })
}
