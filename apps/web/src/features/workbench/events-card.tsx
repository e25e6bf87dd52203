import { HistoryOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { State } from '../../ui/state.tsx'
import { EventLine, type WorkbenchEvent } from './event-line.tsx'

export function EventsCard({ events }: { events: readonly WorkbenchEvent[] }) {
  const { t } = useTranslation()
  return (
    <section className="workbench-card" aria-labelledby="workbench-events">
      <header>
        <h2 id="workbench-events">{t('workbench.events')}</h2>
      </header>
      {events.length === 0 ? (
        <State
          icon={<HistoryOutlined />}
          title={t('workbench.eventsNone')}
          hint={t('workbench.eventsNoneHint')}
        />
      ) : (
        <ol className="workbench-events">
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
    </section>
  )
}
