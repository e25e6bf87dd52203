import { snmpApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  createCredential,
  credentialNames,
  deleteCredential,
  editCredential,
  moveCredential,
  pageCredentials,
} from './credentials.service.ts'
import { readTrial, tryAddress } from './trials.service.ts'

export function snmpRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  routes(app, snmpApi, {
    pageCredentials,
    credentialChoices: (ctx) => credentialNames(ctx),
    createCredential: (ctx, input) => createCredential(ctx, input, secrets),
    editCredential: (ctx, input) => editCredential(ctx, input, secrets),
    moveCredential,
    deleteCredential,
    tryAddress,
    readTrial,
  })
}
