import { describedOperations } from '../support/descriptions/describedOperations';
import { modelsOfNothing, operationsWithoutModel } from './coverage';

describe('chaos over every operation', () => {
  it(`each of the ${describedOperations().length} operations that the nodes describe has a model`, () => {
    expect(operationsWithoutModel()).toEqual([]);
  });

  it('each model is one of an operation that a node has', () => {
    expect(modelsOfNothing()).toEqual([]);
  });

  it('an operation without a model is reported by name', () => {
    expect(operationsWithoutModel(['Projects job.run', 'Projects job.fly'])).toEqual([
      'Projects job.fly',
    ]);
  });
});
