import { campaignStates } from '@netward/contract/states/campaign'
import { terminalStates } from '@netward/contract/terminal-values'
import { useTranslation } from 'react-i18next'
import { useCommandName } from '../../../lib/use-command-name.ts'
import type { Act } from './acts.ts'

const ofCommands = ['waiting', 'sent', 'done', 'failed', 'expired', 'cancelled'] as const

/** What was done, and how it stands, in words. */
export function useActText(): (act: Act) => { what: string; state: string } {
  const { t } = useTranslation()
  const nameOf = useCommandName()
  return ({ kind, what, state }) => {
    const command = ofCommands.find((one) => one === state)
    const campaign = campaignStates.find((one) => one === state)
    const terminal = terminalStates.find((one) => one === state)
    switch (kind) {
      case 'command':
        return {
          what: what === 'connect' ? t('devices.move.connect') : nameOf(what, {}),
          state: command === undefined ? '' : t(`devices.command.states.${command}`),
        }
      case 'terminal':
        return {
          what: t('orders.done.terminal'),
          state: terminal === undefined ? '' : t(`terminals.state.${terminal}`),
        }
      case 'firmware':
        return {
          what: t('orders.done.firmware'),
          state: campaign === undefined ? '' : t(`ota.campaignStates.${campaign}`),
        }
      case 'template':
        return { what: t('orders.done.template'), state: '' }
    }
  }
}
