import type { Scopes } from '../../platform/db/scope.ts'

interface TicketRow extends Record<string, unknown> {
  person_id: string | null
  company_id: string | null
  data: Record<string, unknown>
  expires_at: string
}

const columns = 'person_id, company_id, data, expires_at'

export const ticketRepo = {
  async insert(
    scopes: Scopes,
    ticket: {
      hash: Buffer
      purpose: string
      personId: string | null
      companyId: string | null
      data: object
      seconds: number
      replaces: boolean
    },
  ): Promise<void> {
    const { hash, purpose, personId, companyId, data, seconds, replaces } = ticket
    await scopes.asLoginRole('select issue_ticket($1, $2, $3, $4, $5, $6, $7)', [
      hash,
      purpose,
      personId,
      companyId,
      JSON.stringify(data),
      seconds,
      replaces,
    ])
  },

  async find(scopes: Scopes, hash: Buffer, purpose: string): Promise<TicketRow | null> {
    const rows = await scopes.asLoginRole<TicketRow>(`select ${columns} from read_ticket($1, $2)`, [
      hash,
      purpose,
    ])
    return rows[0] ?? null
  },

  async countTry(scopes: Scopes, hash: Buffer, purpose: string, most: number): Promise<TicketRow | null> {
    const rows = await scopes.asLoginRole<TicketRow>(`select ${columns} from try_ticket($1, $2, $3)`, [
      hash,
      purpose,
      most,
    ])
    return rows[0] ?? null
  },

  async spend(scopes: Scopes, hash: Buffer, purpose: string): Promise<TicketRow | null> {
    const rows = await scopes.asLoginRole<TicketRow>(`select ${columns} from spend_ticket($1, $2)`, [
      hash,
      purpose,
    ])
    return rows[0] ?? null
  },
}
