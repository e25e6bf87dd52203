import { useTranslation } from 'react-i18next'
import { commandName } from './command-name.ts'
import { useFormat } from './format.ts'

/** The name of a command in words; the raw kind if there is none. */
export function useCommandName(): (kind: string, asked: Readonly<Record<string, unknown>>) => string {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return (kind, asked) => {
    const key = `devices.command.kinds.${commandName(kind, asked)}`
    if (!i18n.exists(key)) return kind
    const { version, takenAt } = asked
    return t(key as 'devices.command.kinds.restoreOf', {
      version: String(version),
      time: format.dateTime(typeof takenAt === 'string' ? takenAt : null),
    })
  }
}
