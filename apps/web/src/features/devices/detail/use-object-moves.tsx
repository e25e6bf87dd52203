import { isDangerousPath } from '@netward/cwmp/data-model'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../ui/confirm.tsx'
import type { ParameterActions } from './parameter-actions.ts'
import type { useParameterCommands } from './use-parameter-commands.ts'

type Commands = Pick<ReturnType<typeof useParameterCommands>, 'add' | 'remove'>

/** Adds and deletes instances, each after a confirmation, which names what the connection depends on. */
export function useObjectMoves(commands: Commands): Required<Pick<ParameterActions, 'add' | 'remove'>> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const ask = (path: string, move: 'add' | 'remove') =>
    void confirm({
      title: t(`devices.object.${move}Title`),
      text: (
        <>
          <p className="device-plain">{t(`devices.object.${move}Text`)}</p>
          <p className="device-plain mono parameter-text">{path}</p>
          {isDangerousPath(path) && <p className="device-plain">{t('devices.param.danger')}</p>}
        </>
      ),
      action: t(`devices.object.${move}`),
      danger: move === 'remove' || isDangerousPath(path),
      act: () => commands[move](path, isDangerousPath(path)),
    })
  return { add: (path) => ask(path, 'add'), remove: (path) => ask(path, 'remove') }
}
