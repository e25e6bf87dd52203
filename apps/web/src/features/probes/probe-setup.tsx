import { Alert, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import type { Installation } from './probe.ts'
import './probes.css'

/** How a probe is installed: the token in the commands is shown this once. */
export function ProbeSetup({
  made,
  onClose,
}: {
  made: { name: string; installation: Installation } | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={made === null ? '' : t('probes.installOf', { name: made.name })}
      open={made !== null}
      onClose={onClose}
      // A click beside it must not lose the token.
      mask={{ closable: false }}
      size={720}
      destroyOnHidden
    >
      {made !== null && <Setup installation={made.installation} />}
    </Drawer>
  )
}

function Setup({ installation }: { installation: Installation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokenUntil, sha256, command, systemdUnit, windowsCommands, containerCommand } = installation
  return (
    <div className="probe-setup">
      <Alert type="warning" showIcon title={t('probes.installOnce', { at: format.dateTime(tokenUntil) })} />
      {sha256 === null ? (
        <Alert type="error" showIcon title={t('probes.notBuilt')} />
      ) : (
        <>
          <p className="quiet">{t('probes.installHint')}</p>
          <CopyBlock title={t('probes.installLinux')} text={command} />
          <CopyBlock title={t('probes.installUnit')} text={systemdUnit} />
          <CopyBlock title={t('probes.installContainer')} text={containerCommand} />
          <CopyBlock title={t('probes.installWindows')} text={windowsCommands} />
          <p>
            {t('probes.hash')} <CopyText text={sha256} />
          </p>
        </>
      )}
    </div>
  )
}
