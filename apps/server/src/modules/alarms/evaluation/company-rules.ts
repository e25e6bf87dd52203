import type { Scopes } from '../../../platform/db/scope.ts'
import { type ContextRow, evaluationRepo } from './evaluation.repo.ts'
import { concerns, type Plan, planOf, type Rule, type RuledDevice, rulesOf } from './rules.ts'

/** The rules of a company, with one plan for all devices to which the same of them apply. */
class CompanyRules {
  readonly #rules: readonly Rule[]
  readonly #plans = new Map<string, Plan>()

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
  }

  planFor(device: RuledDevice): Plan {
    const fitting = this.#rules.filter(({ definition }) => concerns(definition, device))
    const key = fitting.map((rule) => rule.key).join(' ')
    let plan = this.#plans.get(key)
    if (!plan) this.#plans.set(key, (plan = planOf(fitting)))
    return plan
  }
}

const noRules = new CompanyRules([])

/** The rules of companies as they were read, all at one version. */
export class KnownRules {
  readonly #companies = new Map<string, CompanyRules>()
  /** Null: none were read yet. */
  version: string | null = null

  /** Devices with the plan of their rules: one statement, and another for companies that were not seen before. */
  async load(scopes: Scopes, deviceIds: readonly string[]): Promise<{ row: ContextRow; plan: Plan }[]> {
    const rows = await evaluationRepo.contexts(scopes, deviceIds)
    const companies = [...new Set(rows.map((row) => row.company_id))].filter((id) => !this.#companies.has(id))
    if (companies.length > 0) {
      const stored = await evaluationRepo.rules(scopes, companies)
      this.version ??= stored[0]!.version
      for (const id of companies) {
        const own = stored.filter(({ company_id: companyId }) => companyId === id)
        this.#companies.set(id, new CompanyRules(rulesOf(own)))
      }
    }
    return rows.map((row) => {
      const rules = row.followed ? this.#companies.get(row.company_id)! : noRules
      return {
        row,
        plan: rules.planFor({
          type: row.type,
          tags: row.tags,
          outletId: row.outlet_id,
          profile: row.profile,
        }),
      }
    })
  }
}
