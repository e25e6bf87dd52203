import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { RowActs } from '../../ui/row-acts.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { CertificateDrawer } from './certificate-drawer.tsx'
import { CertificateFile } from './certificate-file.tsx'
import { afterCertificate, type Certificate, type Engineer } from './engineer.ts'
import './engineers.css'

/** What an engineer may do, and until when: what ends first stands first. */
export function Certificates({ engineer: { personId, certificates, mayEdit } }: { engineer: Engineer }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Certificate | 'new' | null>(null)
  return (
    <Panel
      title={t('engineers.certificates')}
      actions={
        mayEdit && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('engineers.addCertificate')}
          </Button>
        )
      }
    >
      {certificates.length === 0 && (
        <>
          <span>{t('engineers.certificatesNone')}</span>
          <p className="quiet">{t('engineers.certificatesNoneHint')}</p>
        </>
      )}
      <ul className="engineer-rows">
        {certificates.map((one) => (
          <Row key={one.id} certificate={one} mayEdit={mayEdit} onEdit={() => setEditing(one)} />
        ))}
      </ul>
      <CertificateDrawer
        personId={personId}
        certificate={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </Panel>
  )
}

function Row(props: { certificate: Certificate; mayEdit: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const { certificate, mayEdit, onEdit } = props
  const { name, number, issuer, categories, validFrom, validUntil } = certificate
  const facts = [number, issuer, categories.map((one) => t(`orders.categories.${one}`)).join(', ')]
  return (
    <li>
      <strong>{name}</strong>
      <Ends certificate={certificate} />
      <span className="quiet">
        {validUntil === null
          ? t('engineers.validAlways')
          : [validFrom, validUntil].filter((day) => day !== null).join(' – ')}
      </span>
      <span className="quiet">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      {mayEdit && (
        <>
          <CertificateFile certificate={certificate} />
          <Acts certificate={certificate} onEdit={onEdit} />
        </>
      )}
    </li>
  )
}

/** Steps of the reminders, in days. */
const toneOf = (days: number): StatusTone =>
  days < 0 ? 'bad' : days <= 30 ? 'warn' : days <= 90 ? 'waiting' : 'ok'

function Ends({ certificate: { daysLeft } }: { certificate: Certificate }) {
  const { t } = useTranslation()
  if (daysLeft === null) return null
  return (
    <StatusTag tone={toneOf(daysLeft)}>
      {daysLeft < 0 ? t('engineers.ended') : t('engineers.daysLeft', { count: daysLeft })}
    </StatusTag>
  )
}

function Acts({
  certificate: { id: certificateId, name },
  onEdit,
}: {
  certificate: Certificate
  onEdit: () => void
}) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/work/certificate/:certificateId', { refresh: afterCertificate })
  return (
    <span>
      <RowActs
        name={name}
        onEdit={onEdit}
        removal={{
          title: t('engineers.removeTitle', { name }),
          text: t('engineers.removeText'),
          action: t('engineers.removeCertificate'),
          act: () => remove.mutateAsync({ certificateId }),
        }}
      />
    </span>
  )
}
