import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CopyText } from '../../ui/copy-text.tsx'

interface Props {
  codes: readonly string[] | null
  userName: string
  onSaved: () => void
}

/** Shown once. Only its button closes it: a click outside would lose codes that cannot be shown again. */
export function RecoveryCodes({ codes, userName, onSaved }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = codes?.join('\n') ?? ''
  const download = () => {
    const about = t('account.recoveryFileText', { userName, at: format.dateTime(Date.now()) })
    // With a byte order mark, or old editors misread Chinese.
    const content = `\uFEFF${about}\n\n${text}\n`.replaceAll('\n', '\r\n')
    saveFile(new Blob([content], { type: 'text/plain;charset=utf-8' }), `${t('account.recoveryFile')}.txt`)
  }
  return (
    <Modal
      title={t('account.recoveryTitle')}
      open={codes !== null}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={440}
      footer={
        <div className="account-buttons account-buttons-end">
          <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={download}>
            {t('account.recoveryDownload')}
          </Button>
          <Button type="primary" onClick={onSaved}>
            {t('account.recoverySaved')}
          </Button>
        </div>
      }
    >
      <p>{t('account.recoveryText')}</p>
      <div className="account-codes">
        <CopyText text={text} />
      </div>
    </Modal>
  )
}
