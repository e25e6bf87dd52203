import { approvalApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  decideApproval,
  deputyChoices,
  getApproval,
  getDeputy,
  setDeputy,
  withdrawApproval,
} from './approvals.service.ts'
import { addPolicy, deletePolicy, editPolicy, pagePolicies, policyChoices } from './policies.service.ts'

export function approvalRoutes(app: App): void {
  routes(app, approvalApi, {
    pagePolicies,
    policyChoices: (ctx) => policyChoices(ctx),
    addPolicy,
    editPolicy,
    deletePolicy,
    getApproval,
    decideApproval,
    withdrawApproval,
    getDeputy: (ctx) => getDeputy(ctx),
    deputyChoices,
    setDeputy,
  })
}
