import type { settingChoices } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from './status-tag.tsx'

type State = (typeof settingChoices.state)[number]

/** Status mark of an interface, a clock or a SIM card. */
export const stateTones: Readonly<Record<string, StatusTone>> = {
  up: 'ok',
  valid: 'ok',
  synchronized: 'ok',
  unsynchronized: 'warn',
  connecting: 'busy',
  disconnecting: 'warn',
  down: 'bad',
  error: 'bad',
  locked: 'warn',
  absent: 'off',
  disabled: 'off',
}

/** The state of an interface in words; the gateway's raw value where there is no term. */
export function useInterfaceState() {
  const { t } = useTranslation()
  return ({ state, status }: { state: State | null; status: string | null }): string | null =>
    state === null || state === 'other' ? status : t(`gatewaySettings.choices.state.${state}`)
}
