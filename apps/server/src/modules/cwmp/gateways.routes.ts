import { deviceActivityApi, deviceApi, gatewayApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { deviceQuota } from '../licences/index.ts'
import type { AcsConfig } from './acs-config.ts'
import { claimByLabel, claimGateways, decideClaim, pageAskedClaims, pagePool } from './claims.service.ts'
import {
  approveDevice,
  connectDevice,
  expectNoReset,
  expectReset,
  getExchange,
  listExchanges,
  releaseDevice,
} from './device-moves.service.ts'
import { editEnrolment, getEnrolment, rotateEnrolment } from './enrolment.service.ts'
import {
  importPreRegistrations,
  pagePreRegistrations,
  pageRegistrationConflicts,
  removePreRegistration,
  settleRegistration,
} from './pre-registration.service.ts'
import { replaceDevice } from './replacements.service.ts'

export interface GatewayRouteDeps {
  readonly config: AcsConfig
  readonly secrets: Secrets
}

export function gatewayRoutes(app: App, deps: GatewayRouteDeps): void {
  route(app, gatewayApi.pagePool, (ctx, input) => pagePool(ctx, input))
  route(app, gatewayApi.poolQuota, (ctx) => deviceQuota(ctx))
  routeInSteps(app, gatewayApi.claimGateways, (ctx, input) => claimGateways(ctx, input))
  routeInSteps(app, gatewayApi.claimByLabel, (ctx, input) => claimByLabel(ctx, input, deps))
  route(app, gatewayApi.pageAskedClaims, (ctx, input) => pageAskedClaims(ctx, input))
  route(app, gatewayApi.decideClaim, (ctx, input) => decideClaim(ctx, input))
  routeInSteps(app, gatewayApi.replaceDevice, (ctx, input) => replaceDevice(ctx, input, deps))
  route(app, gatewayApi.pagePreRegistrations, (ctx, input) => pagePreRegistrations(ctx, input))
  route(app, gatewayApi.importPreRegistrations, (ctx, _input, file) =>
    importPreRegistrations(ctx, file, deps),
  )
  route(app, gatewayApi.removePreRegistration, (ctx, input) => removePreRegistration(ctx, input))
  route(app, gatewayApi.pageRegistrationConflicts, (ctx, input) => pageRegistrationConflicts(ctx, input))
  route(app, gatewayApi.settleRegistration, (ctx, input) => settleRegistration(ctx, input))
  route(app, gatewayApi.getEnrolment, (ctx) => getEnrolment(ctx, deps))
  route(app, gatewayApi.editEnrolment, (ctx, input) => editEnrolment(ctx, input))
  route(app, gatewayApi.rotateEnrolment, (ctx, input) => rotateEnrolment(ctx, input, deps))
  routeInSteps(app, deviceApi.releaseDevice, (ctx, input) => releaseDevice(ctx, input))
  routeInSteps(app, deviceApi.approveDevice, (ctx, input) => approveDevice(ctx, input))
  routeInSteps(app, deviceApi.connectDevice, (ctx, input) => connectDevice(ctx, input))
  routeInSteps(app, deviceApi.expectReset, (ctx, input) => expectReset(ctx, input))
  routeInSteps(app, deviceApi.expectNoReset, (ctx, input) => expectNoReset(ctx, input))
  route(app, deviceActivityApi.listExchanges, (ctx, input) => listExchanges(ctx, input))
  route(app, deviceActivityApi.getExchange, (ctx, input) => getExchange(ctx, input))
}
