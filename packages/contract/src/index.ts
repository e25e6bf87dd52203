import type { Endpoint, InputOf, OutputOf, SentOf } from './endpoint.ts'
import * as accountApi from './accounts.ts'
import * as companyApi from './companies.ts'
import * as deviceApi from './devices.ts'
import * as gatewayApi from './gateways.ts'
import * as identityApi from './identity.ts'
import * as invitationApi from './invitations.ts'
import * as licenceApi from './licences.ts'
import * as packageApi from './packages.ts'
import * as outletApi from './outlets.ts'
import * as memberApi from './members.ts'
import * as registrationApi from './registrations.ts'
import * as roleApi from './roles.ts'
import * as settingsApi from './settings.ts'
import * as signInApi from './sign-in.ts'
import * as workbenchApi from './workbench.ts'

const apis = [
  accountApi,
  companyApi,
  deviceApi,
  gatewayApi,
  identityApi,
  invitationApi,
  memberApi,
  licenceApi,
  packageApi,
  outletApi,
  registrationApi,
  roleApi,
  settingsApi,
  signInApi,
  workbenchApi,
]

export {
  accountApi,
  companyApi,
  deviceApi,
  gatewayApi,
  identityApi,
  invitationApi,
  memberApi,
  licenceApi,
  packageApi,
  outletApi,
  registrationApi,
  roleApi,
  settingsApi,
  signInApi,
  workbenchApi,
}
export * from './endpoint.ts'
export * from './errors.ts'
export * from './live.ts'
export * from './organisations.ts'
export * from './permissions.ts'

type Api = typeof accountApi &
  typeof companyApi &
  typeof deviceApi &
  typeof gatewayApi &
  typeof identityApi &
  typeof invitationApi &
  typeof memberApi &
  typeof licenceApi &
  typeof packageApi &
  typeof outletApi &
  typeof registrationApi &
  typeof roleApi &
  typeof settingsApi &
  typeof signInApi &
  typeof workbenchApi
type DeclaredEndpoint = Extract<Api[keyof Api], Endpoint>

/**
 * Every endpoint by `METHOD /path`: what the web client is typed by. It is imported as a type alone, so that
 * the schemas stay out of the download.
 */
export type Endpoints = { [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: E }
export type EndpointKey = keyof Endpoints
export type EndpointInput<K extends EndpointKey> = SentOf<Endpoints[K]>
export type EndpointOutput<K extends EndpointKey> = OutputOf<Endpoints[K]>
export type { InputOf }

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** Every declared endpoint. */
export const endpoints: readonly Endpoint[] = apis.flatMap((api) => Object.values(api).filter(isEndpoint))
