import { type Endpoint, isEndpoint } from '@netward/contract'
import { type App, type Handler, route, routeInSteps, type StepsHandler } from './route.ts'

type NamesOf<Api> = { [Name in keyof Api]: Api[Name] extends Endpoint ? Name : never }[keyof Api]

/**
 * Registers the endpoints of a contract file: the service function of the same name handles each. An endpoint without a
 * handler does not compile. `inSteps` holds those that need several transactions.
 */
export function routes<Api extends object, InSteps extends NamesOf<Api> = never>(
  app: App,
  api: Api,
  handlers: { [Name in Exclude<NamesOf<Api>, InSteps>]: Handler<Extract<Api[Name], Endpoint>> },
  inSteps?: { [Name in InSteps]: StepsHandler<Extract<Api[Name], Endpoint>> },
): void {
  const inOne = handlers as Readonly<Record<string, Handler<Endpoint>>>
  const inSeveral = (inSteps ?? {}) as Readonly<Record<string, StepsHandler<Endpoint>>>
  for (const [name, endpoint] of Object.entries(api)) {
    if (!isEndpoint(endpoint)) continue
    if (inSeveral[name]) routeInSteps(app, endpoint, inSeveral[name])
    else if (inOne[name]) route(app, endpoint, inOne[name])
    else throw new Error(`${name} has no handler`)
  }
}
