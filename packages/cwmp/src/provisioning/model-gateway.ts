import type { ProvisionAnswer, ProvisionCommand } from './run.ts'

/** A gateway as seen by provisioning, for tests: a map of values that answers commands. */
export function modelGateway(
  initial: Record<string, string>,
  made: (instanceNumber: number) => Record<string, string> = () => ({ Name: '', Enable: '0' }),
) {
  const values = new Map(Object.entries(initial))
  const levels = new Map<string, number>()
  let parameterKey = ''
  let refused: string | null = null
  let held: string | null = null
  let isFull = false
  const fault = (code: string, name = ''): ProvisionAnswer => ({
    learned: [],
    fault: { code, text: '', parameters: name === '' ? [] : [{ name, code: '9007', text: '' }] },
  })
  const typeOf = (name: string) => (name.endsWith('Enable') ? 'xsd:boolean' : 'xsd:string')

  function read(names: readonly string[]): ProvisionAnswer {
    const failed = names.filter((name) => !name.endsWith('.') && !values.has(name))
    const learned = [...values]
      .filter(([path]) =>
        names.some((name) => path === name || (name.endsWith('.') && path.startsWith(name))),
      )
      .map(([name, value]) => ({ name, value, type: typeOf(name) }))
    const result = {
      kind: 'get_parameter_values' as const,
      found: learned.length,
      failed: failed.map((name) => ({ name, fault: { code: '9005', text: '', parameters: [] } })),
      listed: [],
    }
    return { learned, result }
  }

  function add(table: string): ProvisionAnswer {
    const taken = [...values.keys()]
      .filter((path) => path.startsWith(table))
      .map((path) => Number(path.slice(table.length).split('.')[0]))
    const instanceNumber = Math.max(0, ...taken) + 1
    for (const [name, value] of Object.entries(made(instanceNumber)))
      values.set(`${table}${instanceNumber}.${name}`, value)
    return { learned: [], result: { kind: 'add_object', instanceNumber, status: 0 } }
  }

  return {
    values,
    parameterKey: () => parameterKey,
    /** From now on, refuses values of parameters with this last part. */
    refuse(leaf: string) {
      refused = leaf
    },
    /** From now on, adds no instance. */
    fill() {
      isFull = true
    },
    /** From now on, refuses to delete this instance. */
    keep(instance: string) {
      held = instance
    },
    answer(command: ProvisionCommand): ProvisionAnswer {
      switch (command.kind) {
        case 'get_parameter_values':
          return read(command.names)
        case 'get_parameter_attributes': {
          const parameters = command.names.map((name) => ({
            name,
            notification: levels.get(name) ?? 0,
            accessList: [],
          }))
          return { learned: [], result: { kind: command.kind, parameters } }
        }
        case 'set_parameter_attributes':
          for (const { name, notification } of command.changes) levels.set(name, notification ?? 0)
          return { learned: [], result: { kind: command.kind } }
        case 'add_object':
          return isFull ? fault('9004') : add(command.path)
        case 'delete_object':
          if (command.path === held) return fault('9001')
          for (const path of values.keys()) if (path.startsWith(command.path)) values.delete(path)
          return { learned: [], result: { kind: command.kind, status: 0 } }
        case 'set_parameter_values': {
          const bad = command.values.find(({ name }) => refused !== null && name.endsWith(`.${refused}`))
          if (bad !== undefined) return fault('9003', bad.name)
          for (const { name, value } of command.values) values.set(name, value)
          parameterKey = command.parameterKey ?? ''
          return { learned: [], result: { kind: command.kind, status: 0, left: [] } }
        }
        default:
          return fault('9000')
      }
    },
  }
}
