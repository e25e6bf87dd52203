import { MigrationError } from './migration-error.ts'

/** The roles of one database. Roles are cluster-wide, so their names include the database's name. */
export interface DatabaseRoles {
  /** Owns every table and runs every definer function. Cannot sign in. */
  readonly owner: string
  /** The pool's login. It owns nothing and can only become one of the three below. */
  readonly login: string
  readonly company: string
  readonly tree: string
  readonly platform: string
}

export function rolesOf(database: string): DatabaseRoles {
  return {
    owner: `${database}_owner`,
    login: `${database}_login`,
    company: `${database}_company`,
    tree: `${database}_tree`,
    platform: `${database}_platform`,
  }
}

/** SQL with the names of `{{owner}}`, `{{login}}` and the others filled in. */
export function withRoles(sql: string, roles: DatabaseRoles): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => {
    if (!(key in roles)) throw new MigrationError(`unknown placeholder ${whole}`)
    return roles[key as keyof DatabaseRoles]
  })
}
