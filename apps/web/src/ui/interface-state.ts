import type { settingChoices } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from './status-tag.tsx'

type State = (typeof settingChoices.state)[number]

/** How the state of an interface, a clock or a SIM card is marked. */
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

/** The state of an interface; where no term stands for what the gateway told, that as it is. */
export function useInterfaceState() {
  const { t } = useTranslation()
  return ({ state, status }: { state: State | null; status: string | null }): string | null =>
    state === null || state === 'other' ? status : t(`gatewaySettings.choices.state.${state}`)
}
