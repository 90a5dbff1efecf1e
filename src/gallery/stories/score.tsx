import { ScoreDisc, ValueTile } from '../../ui/clinical'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const totals = [0, 3, 5, 6, 7, 12]

export const scoreStory: Story = {
  id: 'score',
  title: 'Score disc',
  render: () => (
    <StoryPage>
      <Group title="Fresh: every band">
        {totals.map((total) => (
          <ScoreDisc key={total} total={total} />
        ))}
      </Group>
      <Group title="A single 3 in a low total">
        <ScoreDisc total={3} singleThree />
      </Group>
      <Group title="Partial: parameters missing">
        <ScoreDisc total={2} missing={2} />
        <ScoreDisc total={8} missing={1} />
      </Group>
      <Group title="Stale: hatched whatever its band">
        <ScoreDisc total={1} staleAge="13 h ago" />
        <ScoreDisc total={9} staleAge="2 d 4 h ago" missing={1} />
      </Group>
      <Group title="Unknown">
        <ScoreDisc total={null} />
        <ScoreDisc total={null} missing={7} />
      </Group>
      <Group title="No complete score: at least">
        <ScoreDisc total={null} atLeast={3} missing={1} notes={['from 09:10', 'RR missing']} />
        <ScoreDisc total={null} atLeast={8} missing={1} notes={['temperature missing']} />
      </Group>
      <Group title="A newer partial total is higher">
        <ScoreDisc
          total={10}
          missing={3}
          notes={['from 09:15', 'oxygen, BP and consciousness not monitored']}
        />
      </Group>
      <Group title="In the patient's header">
        {[null, 0, 4, 6, 9].map((total) => (
          <ScoreDisc key={String(total)} total={total} size="header" />
        ))}
      </Group>
      <Group title="On the wall">
        {[2, 6, 11].map((total) => (
          <ScoreDisc key={total} total={total} size="wall" />
        ))}
      </Group>
    </StoryPage>
  ),
}

export const valueStory: Story = {
  id: 'value',
  title: 'Value tile',
  render: () => (
    <StoryPage>
      <Group title="Scores 0 to 3" look="tiles">
        <ValueTile label="Resp. rate" value="16" unit="/min" score={0} age="4 min ago" />
        <ValueTile label="SpO₂" value="95" unit="%" score={1} age="4 min ago" />
        <ValueTile label="Systolic BP" value="98" unit="mmHg" score={2} age="4 min ago" />
        <ValueTile label="Pulse" value="134" unit="/min" score={3} age="4 min ago" />
      </Group>
      <Group title="Not scored, missing, stale" look="tiles">
        <ValueTile label="Weight" value="71.4" unit="kg" age="2 d ago" />
        <ValueTile label="Temperature" value={null} />
        <ValueTile label="Consciousness" value={null} missingWord="Not recorded" />
        <ValueTile label="SpO₂" value="91" unit="%" score={3} stale age="14 h ago" />
        <ValueTile label="Pulse" value="72" unit="/min" score={0} stale age="14 h ago" />
      </Group>
      <Group title="Row size: seven on a card" look="tiles">
        <ValueTile size="row" label="Resp." value="22" unit="/min" score={2} />
        <ValueTile size="row" label="SpO₂" value="96" unit="%" score={0} />
        <ValueTile size="row" label="Oxygen" value="Air" score={0} />
        <ValueTile size="row" label="BP" value="124/81" score={0} />
        <ValueTile size="row" label="Pulse" value="88" unit="/min" score={0} />
        <ValueTile size="row" label="ACVPU" value="A" score={0} />
        <ValueTile
          size="row"
          label="Temp."
          value="38.4"
          unit="°C"
          score={1}
          marks={['Poor signal']}
        />
      </Group>
      <Group title="On the wall" look="tiles">
        <ValueTile size="wall" label="Pulse" value="118" unit="/min" score={2} age="1 min ago" />
        <ValueTile size="wall" label="SpO₂" value="97" unit="%" score={0} age="1 min ago" />
        <ValueTile size="wall" label="SpO₂" value={null} />
      </Group>
    </StoryPage>
  ),
}
