import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decidePoll, isOpen } from "../../../src/protocol/device/device-authorization.ts";
import { instantOf, plus, secondsOf } from "../../../src/values/time.ts";
import { aDevice, noon } from "./fixtures.ts";

describe("the pace of polls (RFC 8628 §3.5)", () => {
  it("the first poll may come at once", () => {
    const answer = decidePoll(aDevice(), noon);
    assert.deepEqual(answer, { answer: "authorization-pending", polledAt: noon, interval: 5 });
  });

  const polls = [
    { after: 0, interval: 5, answer: "slow-down", next: 10 },
    { after: 3.9, interval: 5, answer: "slow-down", next: 10 },
    { after: 4, interval: 5, answer: "authorization-pending", next: 5 },
    { after: 5, interval: 5, answer: "authorization-pending", next: 5 },
    { after: 5, interval: 10, answer: "slow-down", next: 15 },
    { after: 10, interval: 10, answer: "authorization-pending", next: 10 },
    { after: 500, interval: 10, answer: "authorization-pending", next: 10 },
  ];
  for (const { after, interval, answer, next } of polls)
    it(`${after} s after the last poll, with an interval of ${interval} s: ${answer}, then ${next} s`, () => {
      const device = aDevice({ polledAt: noon, interval: secondsOf(interval) });
      const now = plus(noon, after);
      assert.deepEqual(decidePoll(device, now), { answer, polledAt: now, interval: next });
    });

  it("a clock that was set back slows a device down and stops nobody for good", () => {
    const device = aDevice({ polledAt: noon });
    assert.equal(decidePoll(device, instantOf(noon - 60_000)).polledAt, noon - 60_000);
  });
});

describe("what a person may answer", () => {
  it("a device that nobody has answered, until its time is over", () => {
    const device = aDevice();
    assert.equal(isOpen(device, plus(noon, 599)), true);
    assert.equal(isOpen(device, plus(noon, 600)), false);
    assert.equal(isOpen({ ...device, decision: { kind: "denied" } }, noon), false);
  });
});
