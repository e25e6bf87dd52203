import { statementApi as api } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import { exportStatement, getStatement, pageStatements, printStatement } from './statements.service.ts'

export function statementRoutes(app: App): void {
  route(app, api.pageStatements, pageStatements)
  route(app, api.getStatement, getStatement)
  routeInSteps(app, api.printStatement, printStatement)
  route(app, api.exportStatement, exportStatement)
}
