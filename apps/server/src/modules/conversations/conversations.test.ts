import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AssistantWorld, arrangeAssistant } from '../../../test/assistant-world.ts'
import { arrangePanelWorld, type PanelWorld } from '../../../test/panel-world.ts'

let world: AssistantWorld
let estate: PanelWorld

beforeAll(async () => {
  world = await arrangeAssistant()
  estate = await arrangePanelWorld(world.t)
  const { code } = await codeOf(estate.tenant.id)
  await world.enable(estate.people.tenant, code)
  await world.enable(estate.people.msp, (await codeOf(estate.msp.id)).code)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.service.heard.length = 0
  world.service.mistakes.length = 0
  world.service.faults.length = 0
})

const codeOf = async (id: string) =>
  (await world.t.adminPool.query<{ code: string }>('select code from company where id = $1', [id])).rows[0]!
const tenant = () => estate.people.tenant
const outletOf = async (name: string) =>
  (
    await world.t.adminPool.query<{ id: string }>(
      'select id::text from outlet where company_id = $1 and name = $2',
      [estate.tenant.id, name],
    )
  ).rows[0]!.id
const calling = (name: string, given: Record<string, unknown>) => ({ tools: [{ name, arguments: given }] })

describe('an answer', () => {
  test('reads with tools as the person, links its numbers to them, and is kept', async () => {
    const id = await outletOf('outlet 1')
    world.script(calling('outlet', { outletId: id }), {
      words: `[outlet 1](outlet:${id}) has 3 devices. ![x](https://evil.test/?q=1)`,
    })
    const { events, message, conversationId } = await world.ask(tenant(), 'How is outlet 1?')
    expect(world.service.mistakes).toEqual([])
    expect(events[0]).toMatchObject({ type: 'begun', message: { state: 'running', text: '' } })
    expect(message).toMatchObject({ state: 'done', failure: null, question: 'How is outlet 1?' })
    expect(message.text).toContain(`[outlet 1](outlet:${id})`)
    expect(message.text).not.toContain('evil')
    expect(message.steps).toMatchObject([{ tool: 'outlet', input: { outletId: id }, state: 'done' }])
    expect(message.tokens).toBeGreaterThan(0)
    const kept = await tenant().call('GET /api/v1/assistant/conversation/:conversationId', { conversationId })
    expect(kept.data.messages).toEqual([message])
    expect(kept.data.conversation).toMatchObject({ title: 'How is outlet 1?', messages: 1 })
  })

  test('is read by no other person', async () => {
    world.script({ words: 'fine' })
    const { conversationId, message } = await world.ask(tenant(), 'How is it?')
    const other = await world.t.person(estate.tenant.id, 'administrator')
    for (const person of [other, estate.people.msp.actingIn(estate.tenant.id), estate.people.platform]) {
      const read = await person.call('GET /api/v1/assistant/conversation/:conversationId', { conversationId })
      expect(read.code).toBe('assistant.conversation_not_found')
      const sent = await person.call('GET /api/v1/assistant/message/:messageId/sent', {
        messageId: message.id,
      })
      expect(sent.code).toBe('assistant.message_not_found')
    }
  })

  test('about a tenant acted in is kept with the company of the person', async () => {
    world.script(calling('find_outlets', {}), { words: 'There are 12 outlets.' })
    const { message, conversationId } = await world.ask(estate.people.msp, 'How many outlets?', {
      actingIn: estate.tenant.id,
    })
    expect(message).toMatchObject({ state: 'done', steps: [{ tool: 'find_outlets', state: 'done' }] })
    const acting = estate.people.msp.actingIn(estate.tenant.id)
    const kept = await acting.call('GET /api/v1/assistant/conversation/:conversationId', { conversationId })
    expect(kept.data.conversation).toMatchObject({ companyId: estate.tenant.id, messages: 1 })
    expect(kept.data.conversation.companyName).not.toBe('')
  })

  test('shows what was sent', async () => {
    world.script({ words: 'fine' })
    const { message } = await world.ask(tenant(), 'Is the secret password=hunter2hunter2 safe?')
    const { data } = await tenant().call('GET /api/v1/assistant/message/:messageId/sent', {
      messageId: message.id,
    })
    expect(data).toMatchObject([{ service: 'Large', model: 'netward-large', isAbroad: false }])
    expect(data[0]!.request).toContain('Is the secret')
    expect(data[0]!.request).not.toContain('hunter2')
    expect(world.service.heard[0]!.text).not.toContain('hunter2')
  })

  test('continues a conversation, and an edited question replaces what follows', async () => {
    world.script({ words: 'first answer' })
    const first = await world.ask(tenant(), 'One?')
    world.script({ words: 'second answer' })
    const { conversationId } = first
    await world.ask(tenant(), 'Two?', { conversationId })
    expect(world.service.heard[1]!.text).toContain('first answer')
    await world.ask(tenant(), 'Two, better?', { conversationId, after: first.message.id })
    const { data } = await tenant().call('GET /api/v1/assistant/conversation/:conversationId', {
      conversationId,
    })
    expect(data.messages.map(({ question }) => question)).toEqual(['One?', 'Two, better?'])
  })

  test.each([
    ['busy', { reason: 'model', model: 'busy' }],
    ['bad_key', { reason: 'model', model: 'key' }],
    ['truncated', { reason: 'model', model: 'cut' }],
    ['filtered', { reason: 'model', model: 'filtered' }],
  ] as const)('ends with the reason: %s', async (fault, failure) => {
    world.script({ words: 'a long answer that does not arrive' })
    world.service.faults.push(fault)
    const { message } = await world.ask(tenant(), 'Well?')
    expect(message).toMatchObject({ state: 'failed', failure })
    await world.t.adminPool.query('update assistant_provider set waits_until = null')
  })

  test('ends an endless loop of tools after eight rounds', async () => {
    world.script(() => calling('find_outlets', { search: String(Math.random()) }))
    const { message } = await world.ask(tenant(), 'Loop?')
    expect(message).toMatchObject({ state: 'failed', failure: { reason: 'rounds' } })
    expect(world.service.heard).toHaveLength(8)
  })

  test('answers calls of unknown tools and wrong input, and goes on', async () => {
    world.script(calling('drop_tables', {}), calling('outlet', { outletId: ['x'] }), { words: 'no data' })
    const { message } = await world.ask(tenant(), 'Well?')
    expect(message.failure).toBeNull()
    expect(message).toMatchObject({ state: 'done', text: 'no data', steps: [{ state: 'failed' }] })
  })

  test('finds nothing of another company', async () => {
    const { rows } = await world.t.adminPool.query<{ id: string }>(
      'select id::text from outlet where company_id <> $1 limit 1',
      [estate.tenant.id],
    )
    world.script(calling('outlet', { outletId: rows[0]!.id }), { words: 'not found' })
    const { message } = await world.ask(tenant(), 'And theirs?')
    expect(message.steps).toMatchObject([{ state: 'failed', result: null }])
  })

  test('is stopped, and keeps what is there', async () => {
    world.script({ words: 'x' })
    world.service.faults.push('hang')
    const asking = world.ask(tenant(), 'Hang?')
    const running = async () =>
      (
        await world.t.adminPool.query<{ id: string }>(
          `select id::text from assistant_message where state = 'running'`,
        )
      ).rows[0]?.id
    let messageId: string | undefined
    while ((messageId = await running()) === undefined) await new Promise((done) => setTimeout(done, 20))
    await tenant().call('POST /api/v1/assistant/message/:messageId/stop', { messageId })
    expect((await asking).message).toMatchObject({ state: 'stopped', failure: null })
    const { data } = await tenant().call('POST /api/v1/assistant/call/lists', {})
    expect(data.items[0]).toMatchObject({ state: 'settled', outcome: 'cancelled' })
  })

  test('ends when the session ends in the middle', async () => {
    const person = await world.t.person(estate.tenant.id, 'administrator')
    world.script({ words: 'fine' })
    await world.ask(person, 'Before?')
    await world.t.adminPool.query(
      `create or replace function end_on_step() returns trigger language plpgsql security definer set search_path = public as $$
       begin
         update session set ended_at = now() where person_id = ${person.personId};
         return new;
       end $$;
       create trigger end_on_step after insert on assistant_step for each row execute function end_on_step()`,
    )
    world.script(calling('find_outlets', {}), { words: 'too late' })
    const { message } = await world.ask(person, 'Quick?')
    await world.t.adminPool.query('drop trigger end_on_step on assistant_step')
    expect(message).toMatchObject({ state: 'failed', failure: { reason: 'rights' } })
  })
})

describe('a question is refused', () => {
  test('without a service, without consent, without the right', async () => {
    const company = await world.t.company('company')
    const person = await world.t.person(company.id, 'administrator')
    expect(await world.ask(person, 'Ready?')).toMatchObject({ code: 'assistant.not_ready' })
    expect((await person.call('GET /api/v1/assistant/readiness')).data).toMatchObject({ missing: 'provider' })
    await world.enable(person, company.code)
    expect((await person.call('GET /api/v1/assistant/readiness')).data).toMatchObject({ missing: null })
    const user = await world.t.person(company.id, 'user_layer')
    expect(await world.ask(user, 'May I?')).toMatchObject({ code: 'permission.denied' })
    const { data } = await person.call('GET /api/v1/assistant/consent')
    await person.call('POST /api/v1/assistant/consent/:consentId/withdraw', { consentId: data.items[0]!.id })
    expect(await world.ask(person, 'Still?')).toMatchObject({ code: 'assistant.not_ready' })
  })

  test('while the conversation is being answered', async () => {
    world.script({ words: 'slow' })
    const { conversationId } = await world.ask(tenant(), 'One?')
    await world.t.adminPool.query(
      `insert into assistant_message (company_id, conversation_id, question) values ($1, $2, 'running')`,
      [estate.tenant.id, conversationId],
    )
    expect(await world.ask(tenant(), 'Two?', { conversationId })).toMatchObject({
      code: 'assistant.still_answering',
    })
    await world.t.adminPool.query(`delete from assistant_message where state = 'running'`)
  })

  test('while acting in a tenant that did not agree', async () => {
    const apart = await world.t.company('company', estate.msp.id)
    const refused = await world.ask(estate.people.msp, 'Theirs?', { actingIn: apart.id })
    expect(refused.code).not.toBe(0)
    expect(refused.message).toBeUndefined()
  })
})
