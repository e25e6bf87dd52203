import type { Client } from 'ldapts'
import type { LdapSettings } from '../vendors/ldap.ts'
import { failure } from '../vendors/vendor.ts'
import { identifierOf, pagesOf } from './ldap-pages.ts'
import { comparedDn, nameInDn, textAt, valuesAt } from './ldap-names.ts'
import { lineOf, type Reading } from './reading.ts'

const mostGroups = 20_000
const mostMembers = 2_000_000

export interface LdapGroups {
  readonly names: readonly { id: string; name: string }[]
  /** Groups of a person by their name in the directory and the values of their memberOf; null: none are read. */
  readonly groupsOf: ((dn: string, memberOf: readonly string[]) => string[]) | null
}

/**
 * Groups below `groupBaseDn`. Active Directory names them at the person (memberOf); with OpenLDAP, where that is an overlay, they
 * are read by their members (RFC 4519 §3.5, §3.6).
 */
export async function readGroups(
  client: Client,
  { schema, groupBaseDn = '' }: LdapSettings,
  reading: Reading,
  more = '',
): Promise<LdapGroups> {
  if (groupBaseDn === '') return { names: [], groupsOf: null }
  const kinds =
    schema === 'ad' ? '(objectClass=group)' : '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames))'
  const names: { id: string; name: string }[] = []
  const byDn = new Map<string, string>()
  const ofMember = new Map<string, string[]>()
  let members = 0
  for await (const entries of pagesOf(client, reading, groupBaseDn, {
    filter: `(&${kinds}${more})`,
    attributes: schema === 'ad' ? ['objectGUID', 'cn'] : ['entryUUID', 'cn', 'member', 'uniqueMember'],
  }))
    for (const entry of entries) {
      const id = identifierOf(entry, schema)
      if (id === '') continue
      if (names.length >= mostGroups) throw failure('answer', `> ${mostGroups} groups`)
      names.push({ id, name: lineOf(textAt(entry, 'cn')) ?? nameInDn(entry.dn) })
      byDn.set(comparedDn(entry.dn), id)
      for (const member of [...valuesAt(entry, 'member'), ...valuesAt(entry, 'uniqueMember')]) {
        members += 1
        if (members > mostMembers) throw failure('answer', `> ${mostMembers} members`)
        const dn = comparedDn(member.toString('utf8'))
        ofMember.set(dn, [...(ofMember.get(dn) ?? []), id])
      }
    }
  return {
    names,
    groupsOf: (dn, memberOf) =>
      schema === 'ad' ? memberOf.flatMap((one) => byDn.get(one) ?? []) : (ofMember.get(dn) ?? []),
  }
}
