import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { uploadLimits } from '@netward/contract/field-rules'
import { Button, Progress } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useRefreshReads } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { imageProblem } from '../../lib/image-file.ts'

const settings = 'GET /api/v1/settings/company'

/** The logo: chosen, judged, sent, and what was wrong with it is said at the field. */
export function LogoField({ company }: { company: EndpointOutput<typeof settings> }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const confirm = useConfirm()
  const refresh = useRefreshReads()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = useAct('DELETE /api/v1/settings/company/logo', { refresh: [settings] })

  const send = async (file: File) => {
    const wrong = imageProblem(file, uploadLimits.logo)
    setProblem(wrong === null ? null : t(wrong.key, { size: wrong.size ?? 0 }))
    if (wrong !== null) return
    setShare(0)
    try {
      await apiUpload(
        'POST /api/v1/settings/company/logo',
        file,
        {},
        { errors: 'caller', onProgress: setShare },
      )
      await refresh(settings)
      notify.success(t('settings.logoSaved'))
    } catch (error) {
      if (error instanceof ApiError && !error.reported) {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      } else reportError(error)
    } finally {
      setShare(null)
    }
  }

  const askToRemove = () =>
    confirm({
      title: t('settings.logoRemoveTitle'),
      text: t('settings.logoRemoveText'),
      action: t('settings.logoRemove'),
      async act() {
        await remove.mutateAsync({})
        setProblem(null)
        notify.success(t('settings.logoRemoved'))
      },
    })

  return (
    <div className="settings-logo">
      <label htmlFor={id} className="settings-label">
        {t('settings.logo')}
      </label>
      <div className="settings-logo-row">
        <span className="settings-logo-box">
          {company.logoUrl === null ? (
            <span className="quiet">180 × 47</span>
          ) : (
            <img src={company.logoUrl} alt={t('settings.logoOf', { company: company.name })} />
          )}
        </span>
        <Button icon={<UploadOutlined />} loading={share !== null} onClick={() => input.current?.click()}>
          {company.logoUrl === null ? t('settings.logoUpload') : t('settings.logoReplace')}
        </Button>
        {company.logoUrl !== null && (
          <Button icon={<DeleteOutlined />} disabled={share !== null} onClick={() => void askToRemove()}>
            {t('settings.logoRemove')}
          </Button>
        )}
      </div>
      {share !== null && (
        <Progress
          percent={Math.round(share * 100)}
          aria-label={t('settings.uploading', { percent: Math.round(share * 100) })}
        />
      )}
      <p id={`${id}-problem`} className="settings-problem" role="alert">
        {problem}
      </p>
      <small className="quiet">{t('settings.logoHint')}</small>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        className="visually-hidden"
        tabIndex={-1}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) void send(file)
          // The same file, corrected, can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
