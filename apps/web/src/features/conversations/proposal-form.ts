import type { Proposal } from '@netward/contract/conversations'

export interface ProposalField {
  readonly key: string
  readonly kind: 'text' | 'lines' | 'number' | 'switch'
}

const longText = 60
const textKeys = new Set(['comment', 'description', 'text', 'note', 'reason', 'definition'])
const isIdentity = (key: string) => /(?:^id$|Ids?$)/.test(key)

/** The values of a proposal that people read, and may change. Ids are what it is about: they stay. */
export function fieldsOf({ input }: Proposal): readonly ProposalField[] {
  return Object.entries(input).flatMap(([key, value]): ProposalField[] => {
    if (isIdentity(key)) return []
    if (typeof value === 'boolean') return [{ key, kind: 'switch' }]
    if (typeof value === 'number') return [{ key, kind: 'number' }]
    if (typeof value !== 'string') return []
    const isLong = textKeys.has(key) || value.length > longText || value.includes('\n')
    return [{ key, kind: isLong ? 'lines' : 'text' }]
  })
}

/** What the assistant wrote as a template, in lines; null: it is another act. */
export function templateText({ kind, input }: Proposal): string | null {
  if (kind !== 'new_template') return null
  const { definition } = input
  return typeof definition === 'string' ? definition : JSON.stringify(definition ?? input, null, 2)
}
