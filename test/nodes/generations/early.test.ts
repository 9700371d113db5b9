import { testGeneration } from './testGeneration';

testGeneration('early');
