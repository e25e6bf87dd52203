import { createHash } from 'node:crypto'
import type { LdapEntry } from '../sign-on/ldap-directory.ts'
import { generatedCompany } from './generated.ts'

const bytesOf = (name: string) => createHash('md5').update(name).digest()

/** Entries of an Active Directory with `count` people below `baseDn`: units in a tree, and a person in each (MS-ADTS, as of 2024). */
export function generatedEntries(count: number, baseDn: string, departmentCount?: number): LdapEntry[] {
  const { departments, people } = generatedCompany(count, departmentCount)
  const names = new Map<number, string>()
  for (const { id, parentId, name } of departments)
    names.set(id, parentId === null ? baseDn : `OU=${name},${names.get(parentId)!}`)
  return [
    ...departments
      .filter(({ parentId }) => parentId !== null)
      .map(({ id, name }) => ({
        dn: names.get(id)!,
        password: '',
        attributes: {
          objectClass: ['top', 'organizationalUnit'],
          ou: name,
          objectGUID: bytesOf(names.get(id)!),
          whenChanged: '20260101000000.0Z',
        },
      })),
    ...people.map((one) => ({
      dn: `CN=${one.name},${names.get(one.departmentId)!}`,
      password: '',
      attributes: {
        objectClass: ['top', 'person', 'organizationalPerson', 'user'],
        objectGUID: bytesOf(one.id),
        sAMAccountName: one.id,
        displayName: one.name,
        mail: one.mail,
        mobile: one.mobile,
        title: one.title,
        userAccountControl: '512',
        whenChanged: '20260101000000.0Z',
      },
    })),
  ]
}
